import { register } from 'node:module';

register('../../../../sandbox/src/video/from-source/compile.mjs', import.meta.url);
await import('../tokenizer-thread.ts');
