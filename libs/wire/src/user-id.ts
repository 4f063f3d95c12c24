import { createHash } from 'node:crypto';

/**
 * Shortens a user identifier to the length that a service accepts. Agents put session data into it; a digest
 * distinguishes users as well and reveals nothing.
 */
export function fitUserId(userId: string, maxLength: number): string {
  if (userId.length <= maxLength) return userId;
  return createHash('sha256').update(userId).digest('hex').slice(0, maxLength);
}
