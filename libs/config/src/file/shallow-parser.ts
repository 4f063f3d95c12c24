import { Parser } from 'yaml';
import type { CST, LineCounter } from 'yaml';
import { Problem } from './problem.js';

const DEEPEST_NESTING = 100;

/**
 * Refuses text that nests deeper than any config file does, before a document is made of it:
 * that step is recursive, and thousands of brackets would exhaust the stack of the whole process.
 */
export class ShallowParser extends Parser {
  constructor(private readonly lines: LineCounter) {
    super(lines.addNewLine);
  }

  override *next(lexeme: string): Generator<CST.Token, void> {
    yield* super.next(lexeme);
    if (this.stack.length > DEEPEST_NESTING) {
      throw new Problem([], 'the values are nested too deeply', this.lines.linePos(this.offset).line);
    }
  }
}
