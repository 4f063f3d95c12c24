import { register } from 'node:module';

register('../../../../providers/src/sandbox/video/from-source/compile.mjs', import.meta.url);
await import('../tokenizer-thread.ts');
