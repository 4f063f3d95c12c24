import { register } from 'node:module';

register('./compile.mjs', import.meta.url);
await import('../video-thread.ts');
