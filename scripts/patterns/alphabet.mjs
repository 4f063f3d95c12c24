import { visitRegExpAST } from '@eslint-community/regexpp';

/** One of each kind that a class or a property can tell apart, besides what the pattern names itself. */
const SAMPLES =
  'éßſµΩжДא٣ا中あア한กⅧ²€∑˄©…“”’–—−、。！？（」\u0130\u0149\u0301\u200b\u00ad\u061c\u2028\u2029\u3000\ufeff\u212a\ud800\ue000😀𝒜';
const BELOW_THIS_EVERY_ONE = 0x100;

/**
 * The letters that matter to a pattern: characters no part of it tells apart count as one. A part's letters
 * are found by asking the engine itself, so that cases, properties and classes need no second definition.
 */
export function buildAlphabet(pattern, flags) {
  const candidates = buildCandidates(pattern, flags);
  const asked = `${flags.replaceAll(/[gymd]/g, '')}`;
  const members = new Map();
  const buildMembers = (source) => {
    if (!members.has(source)) {
      const single = new RegExp(`^(?:${source})$`, asked);
      members.set(
        source,
        candidates.map((candidate) => single.test(candidate)),
      );
    }
    return members.get(source);
  };
  for (const { raw } of charactersIn(pattern)) buildMembers(raw);
  const kinds = new Map();
  for (const [index, candidate] of candidates.entries()) {
    const kind = Array.from(members.values(), (belongs) => (belongs[index] ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, { letter: candidate, index });
  }
  const letters = [...kinds.values()];
  return {
    letters: letters.map(({ letter }) => letter),
    accepts: ({ raw }) => letters.map(({ index }) => buildMembers(raw)[index]),
  };
}

/** Every character, class or set of the pattern that stands for one character of a text. */
function charactersIn(pattern) {
  const found = [];
  const add = (node) => {
    if (node.parent.type !== 'CharacterClass' && node.parent.type !== 'CharacterClassRange') found.push(node);
  };
  visitRegExpAST(pattern, {
    onCharacterEnter: add,
    onCharacterSetEnter: add,
    onCharacterClassEnter: add,
    onExpressionCharacterClassEnter: add,
  });
  return found;
}

function buildCandidates(pattern, flags) {
  const codes = new Set(Array.from({ length: BELOW_THIS_EVERY_ONE }, (_, code) => code));
  for (const sample of SAMPLES) codes.add(sample.codePointAt(0));
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }) => {
      for (const near of [value - 1, value, value + 1]) if (near >= 0 && near <= 0x10ffff) codes.add(near);
    },
  });
  const isWide = /[uv]/.test(flags);
  return [...codes].filter((code) => isWide || code <= 0xffff).map((code) => String.fromCodePoint(code));
}
