import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

/**
 * Checks that names, messages, comments and docs use the terms of the field, so that a search finds them. Exits with 1
 * if one of the words on the left is used.
 */
const ANYWHERE = {
  film: 'video',
  picture: 'image',
  purse: 'budget account',
  upkeep: 'maintenance',
  chore: 'maintenance task',
  patience: 'timeout',
  likeness: 'fingerprint',
  pardon: 'reinstate',
  rhythm: 'heartbeat',
  drawer: 'spool owner',
};
/** Words that are allowed in a sentence, but not as a name in code. */
const IN_NAMES = {
  bench: 'harness or fixture',
  desk: 'service or handler',
  wish: 'options or requested value',
  standing: 'status',
  trial: 'attempt',
  proof: 'signature',
  piece: 'chunk, part or delta',
  sound: 'audio',
  shelf: 'store',
  twin: 'duplicate',
  lot: 'weight or sort key',
  greet: 'onRequest or onSession',
  door: 'entry point',
  witness: 'recorder',
  journey: 'request context',
  house: 'gateway',
  heard: 'received',
};
const PATTERNS = [
  [/\b(?:most|longest)[A-Z]\w*|\b(?:MOST|LONGEST)_\w+/g, 'max…'],
  [/\b(?:interface|type|class) (?:[A-Z]\w+)Parts\b/g, '…Dependencies or …Options'],
  [
    /\bfunction (?!is[A-Z]|has[A-Z]|check|expect|oneOf|anyOf|allOf)[a-z]\w*Of\(/g,
    'a verb: get…, to…, parse…, build…, find…',
  ],
];
/** Files in which a word means something else, such as data of a language, an external interface, or a speed. */
const EXCEPTIONS = [
  [
    /sandbox\/(?:src\/)?(?:moderation|embedding|rerank|speech|transcription)\/|moderation\b.*\.(?:spec|mjs)/,
    /.*/,
  ],
  [/^apps\/web\//, /drawer/i],
  // Columns and values of older versions.
  [/mend-edited-migrations|spool-line(?:\.spec)?\.ts|^test\/upgrades\//, /drawer|purse/i],
  [/^bench\/|^scripts\/check-words\.mjs$|^package(?:-lock)?\.json$/, /.*/],
  [/encode-video|make-video|read-mp4/, /pictures?$/i],
  // Forms and frames have parts.
  [/./, /^(?:class|interface|type) (?:Form|Frame)Parts$/],
];

const TEXT = /\.(?:ts|tsx|mjs|js|cjs|md|css|html|sh|ya?ml)$/;
const DECLARED = /\b(?:class|interface|type|enum|function\*?|const|let) ([A-Za-z_$][\w$]*)/g;
const anywhere = wordPattern(Object.keys(ANYWHERE));
const inNames = wordPattern(Object.keys(IN_NAMES));

const files = execFileSync('git', ['ls-files'], { cwd: checkout.root, encoding: 'utf8' }).split('\n');
const findings = files
  .filter((file) => TEXT.test(file) && existsSync(join(checkout.root, file)))
  .flatMap(check);
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;

function check(file) {
  const text = readFileSync(join(checkout.root, file), 'utf8');
  const isExcepted = (word) => EXCEPTIONS.some(([path, words]) => path.test(file) && words.test(word));
  const say = (at, word, instead) =>
    isExcepted(word) ? [] : [`${file}:${text.slice(0, at).split('\n').length}: "${word}", say ${instead}`];
  const names = [...text.matchAll(DECLARED)];
  return [
    ...[...`${file}\n${text}`.matchAll(anywhere)].flatMap(({ index, 0: word }) =>
      say(Math.max(0, index - file.length - 1), word, insteadOf(word, ANYWHERE)),
    ),
    ...names.flatMap(({ index, 1: name }) =>
      [...name.matchAll(inNames)].flatMap(([word]) => say(index, name, insteadOf(word, IN_NAMES))),
    ),
    ...PATTERNS.flatMap(([pattern, instead]) =>
      [...text.matchAll(pattern)].flatMap(({ index, 0: name }) => say(index, name, instead)),
    ),
  ];
}

/** Matches the words in sentences, camelCase, kebab-case and CONSTANTS, singular and plural. */
function wordPattern(words) {
  const low = words.join('|');
  const high = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('|');
  const capitals = low.toUpperCase();
  return new RegExp(
    `(?<![A-Za-z])(?:${low})(?:s|es)?(?![a-z])|(?:${high})(?:s|es)?(?![a-z])|(?<![A-Za-z])(?:${capitals})S?(?![A-Za-z])`,
    'g',
  );
}

function insteadOf(word, table) {
  const key = word.toLowerCase();
  return table[key] ?? table[key.replace(/s$/, '')] ?? table[key.replace(/es$/, '')];
}
