import { visitRegExpAST } from '@eslint-community/regexpp';

/** One character of each kind that a class or a property can distinguish. Those in the pattern itself are added. */
const SAMPLES =
  'éßſµΩжДא٣ا中あア한กⅧ²€∑˄©…“”’–—−、。！？（」\u0130\u0149\u0301\u200b\u00ad\u061c\u2028\u2029\u3000\ufeff\u212a\ud800\ue000😀𝒜';
const BELOW_THIS_EVERY_ONE = 0x100;

/**
 * The characters that matter to a pattern; those that no part of it distinguishes count as one. The regular expression
 * engine tests each part, so that cases, properties and classes need no second definition.
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

/** Every character, class or set of the pattern that matches one character. */
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
