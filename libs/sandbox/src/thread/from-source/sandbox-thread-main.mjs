import { register } from 'node:module';

register('../../video/from-source/compile.mjs', import.meta.url);
await import('../sandbox-thread-main.ts');
