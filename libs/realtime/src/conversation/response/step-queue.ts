import { type AssistantPart, type ReasoningSignature } from '#canonical';

/** One step of a response. In audio, a text is one sentence. */
export type OutputStep =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; part: AssistantPart }
  | { type: 'call-start'; block: number; name: string }
  | { type: 'call-arguments'; block: number; text: string }
  | { type: 'call-end'; block: number; signature?: ReasoningSignature };

/** Holds the steps that wait, because speaking is slower than generating text. */
export class StepQueue {
  private steps: OutputStep[] = [];
  private isEnded = false;
  private wake: () => void = () => {};

  push(step: OutputStep): void {
    this.steps.push(step);
    this.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputStep> {
    for (;;) {
      const waiting = this.steps;
      this.steps = [];
      yield* waiting;
      if (this.steps.length > 0) continue;
      if (this.isEnded) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
