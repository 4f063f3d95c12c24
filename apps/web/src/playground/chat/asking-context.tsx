import { createContext, use } from 'react';
import { type Asking } from './run-reply.js';

/** The options of the next reply. Undefined while there is no token or the settings are not valid. */
export const AskingContext = createContext<Asking | undefined>(undefined);

export function useAsking(): Asking | undefined {
  return use(AskingContext);
}
