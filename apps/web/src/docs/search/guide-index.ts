import { type SearchEntry } from './search-entries.js';

/** The sections of the guide. The build replaces this file by one that has them: see `guide-plugin.ts`. */
export const GUIDE_INDEX: readonly SearchEntry[] = [];
