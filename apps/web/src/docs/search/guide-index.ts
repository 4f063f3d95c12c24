import { type SearchEntry } from './search-entries.js';

/** The sections of the guide. The build replaces this file with the generated index: see `guide-plugin.ts`. */
export const GUIDE_INDEX: readonly SearchEntry[] = [];
