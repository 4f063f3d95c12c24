import { type UserRepository, generatePassword, hashPassword } from '#access';
import { type Config } from '#config';

export interface FirstAdmin {
  email: string;
  /** Only where it was generated; one that was given is known to whoever gave it. */
  generatedPassword?: string;
}

export async function createFirstAdmin(
  users: UserRepository,
  { email, password }: Config['admin'],
): Promise<FirstAdmin> {
  const chosen = password ?? generatePassword();
  await users.create({ email, passwordHash: await hashPassword(chosen), role: 'admin' });
  return { email, generatedPassword: password === undefined ? chosen : undefined };
}
