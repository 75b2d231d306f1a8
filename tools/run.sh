#!/bin/sh
# Runs a program of this folder on the product's own Node, after installing what package-lock.json
# says where it is not installed yet. package.json calls it for every command.
set -e
node tools/setup/ensure-install.mjs
program=$1
shift
exec node "tools/$program" "$@"
