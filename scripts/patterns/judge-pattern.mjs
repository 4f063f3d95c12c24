import { RegExpParser } from '@eslint-community/regexpp';
import { buildAlphabet } from './alphabet.mjs';
import { buildAutomaton } from './automaton.mjs';

const MAX_SUBSETS = 500;
/** The state before the match begins. The engine can begin at every character of a text. */
const SEARCHING = -1;

/**
 * Why the time of a pattern can grow faster than its text; undefined if it cannot. A text is slow if a repeated part of
 * it can be matched from two states and the second can fail: everything that was tried there is then tried again from
 * each position.
 */
export function judgePattern(source, flags = '') {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  const alphabet = buildAlphabet(pattern, flags);
  const automaton = buildAutomaton(pattern, flags, alphabet);
  if (automaton.unboundedLookbehind) return 'has an unbounded lookbehind';
  const slow = new Judge(automaton, alphabet.letters, flags.includes('y')).verdict();
  return (
    slow ?? (automaton.unboundedGroup ? 'needs stack in proportion to the repetitions of a group' : undefined)
  );
}

class Judge {
  constructor(automaton, letters, isSticky) {
    this.letters = letters;
    this.isSticky = isSticky;
    this.steps = new Map([[SEARCHING, automaton.candidatesFrom(automaton.start)]]);
    for (const state of automaton.states) this.steps.set(state, automaton.candidatesFrom(state));
    this.failing = new Set(automaton.states.filter((state) => this.canFail(state)));
    this.reach = new Map();
    this.reachFailing = new Map();
    for (const state of automaton.states) {
      this.reach.set(
        state,
        this.reachFrom(state, () => true),
      );
      this.reachFailing.set(
        state,
        this.reachFrom(state, (to) => this.failing.has(to)),
      );
    }
    // A repetition through a state that cannot fail is never tried again from before that state.
    this.places = [...this.failing].filter((state) => this.isWithin(state, state));
  }

  verdict() {
    for (const place of this.places) {
      if (this.isDouble(place)) return 'has nested repetitions with exponential backtracking';
      const repeated = this.repeatedText(place);
      if (repeated !== undefined) return `is slow for repeated ${JSON.stringify(repeated)}`;
    }
    return undefined;
  }

  isDouble(place) {
    return this.steps.get(place).candidates.some(({ to, count }) => count > 1 && this.isWithin(to, place));
  }

  repeatedText(place) {
    const first = this.isSticky ? undefined : this.textBetween(SEARCHING, place);
    if (first !== undefined) return first;
    for (const other of this.places) {
      if (other === place || !this.reach.get(other).has(place)) continue;
      const repeated = this.textBetween(other, place);
      if (repeated !== undefined) return repeated;
    }
    return undefined;
  }

  /** A text that leads from the first state to itself and to the second, and from the second to itself. */
  textBetween(first, second) {
    const goal = [first, second, second].join(' ');
    const seen = new Set();
    let front = [{ at: [first, first, second], text: '' }];
    while (front.length > 0) {
      const next = [];
      for (const { at, text } of front) {
        for (const { letter, reached } of this.jointSteps(at, first, second)) {
          const key = reached.join(' ');
          if (key === goal) return text + letter;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push({ at: reached, text: text + letter });
        }
      }
      front = next;
    }
    return undefined;
  }

  *jointSteps([a, b, c], first, second) {
    for (const [index, letter] of this.letters.entries()) {
      const cs = this.step(c, index).filter((state) => this.isWithin(state, second));
      const as = this.step(a, index).filter((state) => this.isWithin(state, first));
      if (as.length === 0 || cs.length === 0) continue;
      const bs = this.step(b, index).filter((state) => state === second || this.leadsTo(state, second));
      for (const x of as) for (const y of bs) for (const z of cs) yield { letter, reached: [x, y, z] };
    }
  }

  step(state, letter) {
    const next = this.steps
      .get(state)
      .candidates.filter(({ accepts }) => accepts[letter])
      .map(({ to }) => to);
    return state === SEARCHING ? [SEARCHING, ...next] : next;
  }

  leadsTo(state, goal) {
    return state === SEARCHING || this.reach.get(state).has(goal);
  }

  /** Whether a state is on a cycle through the other one, all of whose states can fail. */
  isWithin(state, place) {
    if (state === SEARCHING || place === SEARCHING) return state === place;
    return this.reachFailing.get(state).has(place) && this.reachFailing.get(place).has(state);
  }

  reachFrom(state, isAllowed) {
    const reached = new Set();
    const waiting = [state];
    while (waiting.length > 0) {
      for (const { to } of this.steps.get(waiting.pop()).candidates) {
        if (reached.has(to) || !isAllowed(to)) continue;
        reached.add(to);
        waiting.push(to);
      }
    }
    return reached;
  }

  /** Whether some text does not match once the engine is in a state. */
  canFail(state) {
    const seen = new Set();
    const waiting = [[state]];
    while (waiting.length > 0) {
      const states = waiting.pop();
      const steps = states.map((each) => this.steps.get(each));
      if (steps.some(({ endsHere }) => endsHere)) continue;
      if (!steps.some(({ endsAtEnd }) => endsAtEnd)) return true;
      const key = states.join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MAX_SUBSETS) return true;
      for (const letter of this.letters.keys()) waiting.push(surely(steps, letter));
    }
    return false;
  }
}

function surely(steps, letter) {
  const candidates = steps.flatMap(({ candidates }) =>
    candidates.filter(({ accepts, isSure }) => isSure && accepts[letter]),
  );
  return [...new Set(candidates.map(({ to }) => to))].toSorted((a, b) => a - b);
}
