import { type z } from 'zod';
import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { describeIssues } from './describe-issues.js';
import { type Path, Problem, formatPath } from './problem.js';
import { type ConfigFileText } from './read-config-file.js';
import { UNKNOWN_KEY, YamlDocument } from './yaml-document.js';
import { readVariable } from '../environment/read-variable.js';

interface ParsedYamlFile<Settings> {
  source: unknown;
  settings: Settings;
}

interface ParseOptions<Schema extends z.ZodType> {
  schema: Schema;
  environment: NodeJS.ProcessEnv;
  /** Checks what the schema cannot check. Throws a Problem. */
  check?: (settings: z.output<Schema>) => void;
}

const REFERENCE = /\$\{([^}]*)(\}?)/g;

/** Parses a file with a schema. Errors contain the line and the key. */
export function parseYamlFile<Schema extends z.ZodType>(
  file: Pick<ConfigFileText, 'shownName' | 'text'>,
  { schema, environment, check }: ParseOptions<Schema>,
): ParsedYamlFile<z.output<Schema>> {
  let document: YamlDocument | undefined;
  try {
    document = new YamlDocument(file.text);
    const written = document.toValue();
    const source = expandVariables(written, environment);
    const settings = validate(schema, { source, written, document });
    check?.(settings);
    return { source, settings };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const line = error.line ?? document?.findLine(error.path) ?? 1;
    throw new ConfigError(
      [`${file.shownName}:${line}`, formatPath(error.path), error.message].filter(Boolean).join(': '),
    );
  }
}

interface Content {
  source: unknown;
  written: unknown;
  document: YamlDocument;
}

function validate<Schema extends z.ZodType>(
  schema: Schema,
  { source, written, document }: Content,
): z.output<Schema> {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  throw pickProblem(describeIssues(result.error.issues, written), document);
}

/**
 * Picks the problem to report. Unknown keys come first, because they often cause another problem (a misspelled key is
 * missing under its correct name); then the first one in the file.
 */
function pickProblem(problems: readonly Problem[], document: YamlDocument): Problem {
  const unknownKeys = problems.filter((problem) => problem.message.startsWith(UNKNOWN_KEY));
  const candidates = unknownKeys.length > 0 ? unknownKeys : problems;
  return candidates.reduce((first, other) =>
    document.findLine(other.path) < document.findLine(first.path) ? other : first,
  );
}

/** Replaces ${NAME} in texts by the values of the environment, which are not expanded again. */
function expandVariables(value: unknown, environment: NodeJS.ProcessEnv, path: Path = []): unknown {
  if (typeof value === 'string') return expandText(value, environment, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => expandVariables(item, environment, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, expandVariables(member, environment, [...path, key])]),
  );
}

function expandText(text: string, environment: NodeJS.ProcessEnv, path: Path): string {
  return text.replace(REFERENCE, (_, name: string, end: string) => {
    if (end === '' || !/^[A-Za-z_]\w*$/.test(name)) {
      throw new Problem(path, 'a "${" is not followed by the name of a variable and "}"');
    }
    const value = readVariable(environment, name);
    if (value === undefined) {
      throw new Problem(path, `the environment variable ${quote(name)} is not set`);
    }
    return value;
  });
}
