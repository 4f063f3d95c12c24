/** A quantifier up to this number is expanded into copies. A larger one counts as unbounded. */
const MAX_COPIES = 32;
const MAX_STEPS = 50_000;

/** Conditions of edges that read no character. */
const FREELY = 0;
const AT_START = 1;
const AT_END = 2;
/** A condition that is not evaluated, so it can hold or fail. */
const PERHAPS = 3;

/**
 * Converts a pattern to states, one after each character, with all paths between them. Several paths to the same state
 * are counted, because the engine tries each of them.
 */
export function buildAutomaton(pattern, flags, alphabet) {
  const builder = new Builder(flags, alphabet);
  const start = builder.state();
  const end = builder.alternatives(pattern.alternatives, start);
  return {
    states: builder.reads.map(({ to }) => to),
    start,
    candidatesFrom: (state) => builder.follow(state, end),
    unboundedLookbehind: builder.unboundedLookbehind,
    unboundedGroup: builder.unboundedGroup,
  };
}

class Builder {
  reads = [];
  unboundedLookbehind = false;
  unboundedGroup = false;
  edges = [];
  openGroups = new Set();

  constructor(flags, alphabet) {
    this.isMultiline = flags.includes('m');
    this.alphabet = alphabet;
  }

  state() {
    this.edges.push([]);
    return this.edges.length - 1;
  }

  link(from, to, condition = FREELY) {
    this.edges[from].push({ to, condition });
  }

  alternatives(alternatives, from) {
    const end = this.state();
    for (const { elements } of alternatives) {
      let state = this.state();
      this.link(from, state);
      for (const element of elements) state = this.element(element, state);
      this.link(state, end);
    }
    return end;
  }

  element(element, from) {
    switch (element.type) {
      case 'Assertion':
        return this.assertion(element, from);
      case 'Quantifier':
        return this.quantifier(element, from);
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, from);
      case 'Backreference':
        return this.backreference(element, from);
      default:
        return this.read(element, from);
    }
  }

  read(element, from) {
    const to = this.state();
    const read = { to, accepts: this.alphabet.accepts(element) };
    this.reads.push(read);
    this.edges[from].push({ read });
    return to;
  }

  quantifier({ element, min, max }, from) {
    if (max === Infinity && 'alternatives' in element) this.unboundedGroup = true;
    let state = from;
    if (min > MAX_COPIES) state = this.element(element, this.loop(element, state));
    else for (let copy = 0; copy < min; copy += 1) state = this.element(element, state);
    if (max > MAX_COPIES) return min > MAX_COPIES && max === min ? state : this.loop(element, state);
    const end = this.state();
    for (let copy = min; copy < max; copy += 1) {
      this.link(state, end);
      state = this.element(element, state);
    }
    this.link(state, end);
    return end;
  }

  loop(element, from) {
    const head = this.state();
    const end = this.state();
    this.link(from, head);
    this.link(this.element(element, head), head);
    this.link(head, end);
    return end;
  }

  assertion(element, from) {
    const to = this.state();
    this.link(from, to, this.getCondition(element));
    if (element.kind === 'lookahead') this.alternatives(element.alternatives, from);
    if (element.kind === 'lookbehind' && isUnbounded(element)) this.unboundedLookbehind = true;
    return to;
  }

  getCondition({ kind }) {
    if (this.isMultiline) return PERHAPS;
    if (kind === 'start') return AT_START;
    return kind === 'end' ? AT_END : PERHAPS;
  }

  /** Treated as any text that the group could match. */
  backreference({ resolved }, from) {
    const groups = [resolved].flat();
    const isWithin = groups.some((group) => this.openGroups.has(group));
    if (isWithin) return from;
    for (const group of groups) this.openGroups.add(group);
    const end = this.alternatives(
      groups.flatMap((group) => group.alternatives),
      from,
    );
    for (const group of groups) this.openGroups.delete(group);
    return end;
  }

  /**
   * The characters that can be read next from a state, whether without a condition, and whether the pattern can end
   * there.
   */
  follow(state, end) {
    const found = { candidates: new Map(), endsHere: false, endsAtEnd: false };
    const onPath = new Set();
    let steps = 0;
    const visit = (at, isSure, isAtEnd) => {
      if (onPath.has(at) || (steps += 1) > MAX_STEPS) return;
      onPath.add(at);
      if (at === end && isSure) {
        found.endsAtEnd = true;
        if (!isAtEnd) found.endsHere = true;
      }
      for (const { to, condition, read } of this.edges[at]) {
        if (read !== undefined) {
          if (!isAtEnd) addCandidate(found.candidates, read, isSure);
        } else if (condition !== AT_START) {
          visit(to, isSure && condition !== PERHAPS, isAtEnd || condition === AT_END);
        }
      }
      onPath.delete(at);
    };
    visit(state, true, false);
    if (steps > MAX_STEPS) for (const way of found.candidates.values()) way.count = 2;
    return { ...found, candidates: [...found.candidates.values()] };
  }
}

function addCandidate(candidates, read, isSure) {
  const way = candidates.get(read);
  if (way === undefined) candidates.set(read, { ...read, isSure, count: 1 });
  else {
    way.count += 1;
    way.isSure ||= isSure;
  }
}

function isUnbounded(node) {
  if (node.type === 'Quantifier' && node.max > MAX_COPIES) return true;
  const inner = node.alternatives ?? node.elements ?? (node.element ? [node.element] : []);
  return inner.some(isUnbounded);
}
