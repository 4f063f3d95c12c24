#!/usr/bin/env node
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { checkout } = await import('./checkout.mjs');

await prepare();
const { runCommandLine } = await import(checkout.commandLine);
await runCommandLine(process.argv.slice(2));
