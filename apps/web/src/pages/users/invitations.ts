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
/** Names of the first column, to recognize a header line. */
const HEADERS = new Set(['email', 'e-mail', 'email address', 'e-mail address', 'mail']);

/** A line of the entered text. */
export interface Invitation {
  /** The line number, starting at 1. */
  line: number;
  email: string;
  role: UserRole;
  /** Why no user can be created from this line. */
  problem?: string;
}

/** The result for an invitation. A created user has a password. */
export interface InvitationResult extends Invitation {
  password?: string;
}

/** Parses lines with an e-mail address and an optional role, separated by a comma, semicolon or tab. */
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
      const problem = findProblem({ email, role, roleText, isDuplicate: seen.has(email) });
      seen.add(email);
      const invitation = { line, email, role: role ?? defaultRole };
      return problem === undefined ? invitation : { ...invitation, problem };
    });
}

/** Writes the results as CSV. Cells are escaped, so that spreadsheets do not run them as formulas. */
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

interface ParsedLine {
  email: string;
  role: UserRole | undefined;
  roleText: string;
  isDuplicate: boolean;
}

function findProblem({ email, role, roleText, isDuplicate }: ParsedLine): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) return 'Not an e-mail address.';
  if (role === undefined) return `Unknown role “${roleText.slice(0, 40)}”. Use member or admin.`;
  return isDuplicate ? 'The same address is on an earlier line.' : undefined;
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
