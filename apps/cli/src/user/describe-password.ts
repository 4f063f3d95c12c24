import { type UserWithPasswordView } from '#admin';

/** Says a password that was made up, which nobody can say again. */
export function describePassword({ password }: UserWithPasswordView): string[] {
  if (password === undefined) return [];
  return [
    `The password, which is shown only now: ${password}`,
    'It has to be changed at the first sign-in with it.',
  ];
}
