import { quote } from './quote.js';

/** Code in place of a value. */
export class Expression {
  constructor(readonly code: string) {}
}

interface Language {
  indent: string;
  text: (text: string) => string;
  key: (name: string) => string;
  constants: { true: string; false: string; null: string };
  /** The maximum length of a line. */
  width: number;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const TYPESCRIPT: Language = {
  indent: '  ',
  text: quote.typescript,
  key: (name) => (IDENTIFIER.test(name) ? name : quote.typescript(name)),
  constants: { true: 'true', false: 'false', null: 'null' },
  width: 80,
};

const PYTHON: Language = {
  indent: '    ',
  text: quote.python,
  key: quote.python,
  constants: { true: 'True', false: 'False', null: 'None' },
  width: 80,
};

/** `depth` is the indentation level of the line that contains the value. */
export function typescriptLiteral(value: unknown, depth = 0): string {
  return write(value, TYPESCRIPT, depth);
}

export function pythonLiteral(value: unknown, depth = 0): string {
  return write(value, PYTHON, depth);
}

function write(value: unknown, language: Language, depth: number): string {
  if (value instanceof Expression) return value.code;
  if (Array.isArray(value)) return writeList(value, language, depth);
  if (typeof value === 'object' && value !== null) return writeObject(value, language, depth);
  if (typeof value === 'string') return language.text(value);
  if (typeof value === 'number') return String(value);
  return value === null || value === undefined
    ? language.constants.null
    : language.constants[value === true ? 'true' : 'false'];
}

function writeList(values: readonly unknown[], language: Language, depth: number): string {
  return enclose(
    '[',
    values.map((value) => write(value, language, depth + 1)),
    ']',
    { language, depth },
  );
}

function writeObject(value: object, language: Language, depth: number): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${language.key(name)}: ${write(member, language, depth + 1)}`);
  return enclose('{', members, '}', { language, depth });
}

interface WriteContext {
  language: Language;
  depth: number;
}

function enclose(
  open: string,
  parts: readonly string[],
  close: string,
  { language, depth }: WriteContext,
): string {
  if (parts.length === 0) return open + close;
  const space = open === '{' && language === TYPESCRIPT ? ' ' : '';
  const onOneLine = `${open}${space}${parts.join(', ')}${space}${close}`;
  const isShort = onOneLine.length + depth * language.indent.length <= language.width;
  if (isShort && !onOneLine.includes('\n')) return onOneLine;
  const inner = language.indent.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${language.indent.repeat(depth)}${close}`;
}
