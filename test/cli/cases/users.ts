import { type CommandCases } from './command-case.js';

const UNKNOWN_ID = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';
const PASSWORD = /^Password \(shown only once\): \S{12,}$/m;

export const userCases: CommandCases = {
  'user create': () => ({
    human: {
      args: ['Ann@Example.com', '--role', 'admin'],
      prints: [/^Created the admin ann@example\.com\.$/m, PASSWORD, /^It must be changed/m],
    },
    json: {
      args: ['bob@example.com', '--password-stdin'],
      input: 'correct horse battery\n',
      gives: { email: 'bob@example.com', role: 'member', must_change_password: false },
    },
    refusal: { args: ['ann'], exitCode: 2, says: '"email" must be an email address.' },
  }),

  'user list': () => ({
    human: {
      prints: [
        /^EMAIL +ROLE +STATUS +LAST SIGN-IN +CREATED$/m,
        /^ann@example\.com +admin +must change the password +- +2\S+ \S+Z$/m,
      ],
    },
    json: {
      args: ['--search', 'bob'],
      gives: { data: [{ email: 'bob@example.com', disabled: false }], next_cursor: null },
    },
    refusal: { args: ['--serach', 'bob'], exitCode: 2, says: "unknown option '--serach'" },
  }),

  'user reset-password': () => ({
    human: {
      args: ['bob@example.com'],
      prints: [/^bob@example\.com is signed out everywhere\.$/m, PASSWORD],
    },
    json: { args: ['ANN@example.com'], gives: { email: 'ann@example.com', must_change_password: true } },
    refusal: { args: ['ann'], exitCode: 66, says: 'No user named "ann" was found.' },
  }),

  'user disable': () => ({
    human: {
      args: ['BOB@example.com'],
      prints: [/^bob@example\.com is signed out and can no longer sign in\.$/m],
    },
    json: { args: ['bob@example.com'], gives: { disabled: true } },
    refusal: { args: ['zoe@example.com'], exitCode: 66, says: 'No user named "zoe@example.com" was found.' },
  }),

  'user enable': () => ({
    human: { args: ['bob@example.com'], prints: [/^bob@example\.com can sign in again\.$/m] },
    json: { args: ['bob@example.com'], gives: { disabled: false } },
    refusal: { args: [UNKNOWN_ID], exitCode: 66, says: `No user named "${UNKNOWN_ID}" was found.` },
  }),
};
