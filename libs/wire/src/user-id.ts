import { createHash } from 'node:crypto';

/**
 * The name of a user, no longer than a service takes it. Agents put what they know of a session into it; a digest
 * tells users apart just as well, and says nothing of them.
 */
export function fitUserId(userId: string, maxLength: number): string {
  if (userId.length <= maxLength) return userId;
  return createHash('sha256').update(userId).digest('hex').slice(0, maxLength);
}
