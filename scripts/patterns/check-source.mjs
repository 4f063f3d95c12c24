import { findPatterns } from './find-patterns.mjs';
import { judgePattern } from './judge-pattern.mjs';

const verdicts = new Map();

/** The problems of the regular expressions in a source file, with their lines. */
export function checkSource(fileName, text) {
  return findPatterns(fileName, text).flatMap((pattern) => {
    const problem = getProblem(pattern);
    return problem === undefined ? [] : [{ line: pattern.line, text: pattern.text, problem }];
  });
}

function getProblem({ source, flags, isBounded, isBuilt }) {
  if (source === undefined || flags === undefined) {
    return isBuilt ? undefined : 'is built from unknown parts: add a comment "built from: …" above it';
  }
  const problem = judged(source, flags);
  if (problem === undefined) {
    return isBounded ? 'is linear: remove the comment "bounded:" above it' : undefined;
  }
  return isBounded ? undefined : problem;
}

function judged(source, flags) {
  const key = `${flags}/${source}`;
  if (!verdicts.has(key)) verdicts.set(key, judgePattern(source, flags));
  return verdicts.get(key);
}
