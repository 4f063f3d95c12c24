import { createContext, use } from 'react';
import { type Asking } from './run-reply.js';

/** What the next reply would be asked for with. Undefined while something is missing: a token, or audio settings. */
export const AskingContext = createContext<Asking | undefined>(undefined);

export function useAsking(): Asking | undefined {
  return use(AskingContext);
}
