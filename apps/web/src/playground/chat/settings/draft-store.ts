import { memoryStore } from '../../memory-store.js';
import { type Draft, FIRST_DRAFT } from './draft.js';

export const draftStore = memoryStore<Draft>(FIRST_DRAFT);
