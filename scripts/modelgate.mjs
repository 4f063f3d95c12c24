#!/usr/bin/env node
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { checkout } = await import('./checkout.mjs');

const args = process.argv.slice(2);
// The stdout of a command is its result. `up`, which "npm start" runs, prints its progress there.
await prepare(args[0] === 'up' ? process.stdout : process.stderr);
const { runCommandLine } = await import(checkout.commandLine);
await runCommandLine(args);
