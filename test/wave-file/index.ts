import { createRequire } from 'node:module';
import type * as wavefile from 'wavefile';

/** Node finds no named export in this package, and the linter finds no default export. */
export const { WaveFile } = createRequire(import.meta.url)('wavefile') as typeof wavefile;
