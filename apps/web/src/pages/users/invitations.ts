import { type UserRole } from './user-queries.js';

export const MAX_INVITATIONS = 200;
export const MAX_TEXT_LENGTH = 100_000;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_EMAIL_LENGTH = 254;
const ROLES: ReadonlyMap<string, UserRole> = new Map([
  ['member', 'member'],
  ['admin', 'admin'],
  ['administrator', 'admin'],
]);
/** The first line of a CSV file may name its columns. */
const HEADERS = new Set(['email', 'e-mail', 'email address', 'e-mail address', 'mail']);

/** One line of the pasted text. */
export interface Invitation {
  /** From 1 on, as in the text. */
  line: number;
  email: string;
  role: UserRole;
  /** Why no user can be created from it. */
  problem?: string;
}

/** What became of an invitation. */
export interface InvitationResult extends Invitation {
  password?: string;
}

/** Reads lines of an e-mail address and, after a comma, semicolon or tab, a role. */
export function readInvitations(text: string, defaultRole: UserRole): Invitation[] {
  const seen = new Set<string>();
  return text
    .split(/\r\n|\r|\n/)
    .map((content, position) => ({ cells: toCells(content), line: position + 1 }))
    .filter(
      ({ cells: [first = ''], line }) => first !== '' && !(line === 1 && HEADERS.has(first.toLowerCase())),
    )
    .map(({ cells: [first = '', roleText = ''], line }) => {
      const email = first.toLowerCase();
      const role = roleText === '' ? defaultRole : ROLES.get(roleText.toLowerCase());
      const problem = findProblem({ email, role, roleText, isRepeated: seen.has(email) });
      seen.add(email);
      const invitation = { line, email, role: role ?? defaultRole };
      return problem === undefined ? invitation : { ...invitation, problem };
    });
}

/** A CSV file of the results, which spreadsheets do not take for formulas. */
export function writeResults(results: readonly InvitationResult[]): string {
  const rows = results.map(({ email, role, password = '', problem = '' }) => [
    email,
    role,
    password,
    problem,
  ]);
  return [['email', 'role', 'password', 'error'], ...rows]
    .map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`)
    .join('');
}

interface FoundLine {
  email: string;
  role: UserRole | undefined;
  roleText: string;
  isRepeated: boolean;
}

function findProblem({ email, role, roleText, isRepeated }: FoundLine): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) return 'Not an e-mail address.';
  if (role === undefined) return `Unknown role “${roleText.slice(0, 40)}”. Use member or admin.`;
  return isRepeated ? 'The same address is on an earlier line.' : undefined;
}

function toCells(content: string): string[] {
  return content.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

function toCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
