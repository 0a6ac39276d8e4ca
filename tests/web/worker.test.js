/** The worker, ferz.js, as sites use it. */

import assert from 'node:assert/strict';
import { ferz, workerTest } from './tools.js';

