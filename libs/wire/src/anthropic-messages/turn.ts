import { type Block } from './block.js';

/** A turn as this format has it: there are two roles, and they alternate. */
export interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}
