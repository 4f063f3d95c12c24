import { createContext, use } from 'react';
import { type ReplyOptions } from './run-reply.js';

/** The options of the next reply. Undefined while there is no token or the settings are not valid. */
export const ReplyOptionsContext = createContext<ReplyOptions | undefined>(undefined);

export function useReplyOptions(): ReplyOptions | undefined {
  return use(ReplyOptionsContext);
}
