#!/bin/sh
printf 'position fen %s%s\ngo perft %s\nquit\n' "$2" "${3:+ moves $3}" "$1" |
    ${ENGINE:-./mine}
