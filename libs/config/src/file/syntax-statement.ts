import type { ErrorCode } from 'yaml';

const STATEMENTS: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias cannot have an anchor or a tag',
  BAD_ALIAS: 'an alias has a wrong name',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a % directive is wrong',
  BAD_DQ_ESCAPE: 'a backslash in a double-quoted text starts no known escape',
  BAD_INDENT: 'wrong indentation, or a bracket that is not closed',
  BAD_SCALAR_START: 'a value that starts with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second colon in one line, or wrong indentation; a value with ": " needs quotes',
  BLOCK_IN_FLOW: 'an indented block stands inside brackets',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing after a key, or the indentation is wrong',
  MULTIPLE_ANCHORS: 'a value has several anchors',
  MULTIPLE_DOCS: 'a second document starts here; the file takes one',
  MULTIPLE_TAGS: 'a value has several tags',
  TAB_AS_INDENT: 'a tab is used as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'a tag (!) is unknown or does not fit its value',
};

/** In words of our own: the parser's may quote what stands there, secrets included. */
export function syntaxStatement(code: ErrorCode): string {
  return `not valid YAML: ${STATEMENTS[code] ?? 'the text here is unexpected'}`;
}
