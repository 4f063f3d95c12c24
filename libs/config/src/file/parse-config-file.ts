import { ConfigError } from '../config-error.js';
import { describeIssues } from './describe-issues.js';
import { expandVariables } from './expand-variables.js';
import type { FileSettings, FileSource } from './file-schema.js';
import { fileSchema } from './file-schema.js';
import { UNKNOWN_KEY } from './unknown-key.js';
import { formatPath } from './path.js';
import { Problem } from './problem.js';
import type { ConfigFileText } from './read-config-file.js';
import { YamlDocument } from './yaml-document.js';

export interface ParsedConfigFile {
  source: FileSource;
  settings: FileSettings;
}

export function parseConfigFile(file: ConfigFileText, environment: NodeJS.ProcessEnv): ParsedConfigFile {
  let document: YamlDocument | undefined;
  try {
    document = new YamlDocument(file.text);
    const written = document.toValue();
    const source = expandVariables(written, environment);
    return { source: source as FileSource, settings: validate(source, written, document) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const line = error.line ?? document?.lineOf(error.path) ?? 1;
    throw new ConfigError(
      [`${file.shownName}:${line}`, formatPath(error.path), error.message].filter(Boolean).join(': '),
    );
  }
}

function validate(source: unknown, written: unknown, document: YamlDocument): FileSettings {
  const result = fileSchema.safeParse(source);
  if (result.success) return result.data;
  throw mostTelling(describeIssues(result.error.issues, written), document);
}

/**
 * One problem stands for all. An unknown key comes first, since it often is the cause of another
 * problem (a misspelt key is missing under its right name); then the one that is first in the file.
 */
function mostTelling(problems: readonly Problem[], document: YamlDocument): Problem {
  const unknownKeys = problems.filter((problem) => problem.message.startsWith(UNKNOWN_KEY));
  const candidates = unknownKeys.length > 0 ? unknownKeys : problems;
  return candidates.reduce((first, other) =>
    document.lineOf(other.path) < document.lineOf(first.path) ? other : first,
  );
}
