import { type AssistantPart, type ReasoningSignature } from '#canonical';

/** One step of a response. In audio, a text is one sentence. */
export type Step =
  | { type: 'text'; text: string }
  | { type: 'thought'; part: AssistantPart }
  | { type: 'call-start'; block: number; name: string }
  | { type: 'call-arguments'; block: number; text: string }
  | { type: 'call-end'; block: number; signature?: ReasoningSignature };

/** Speaking takes longer than writing: what the model writes meanwhile waits here. */
export class StepQueue {
  private steps: Step[] = [];
  private isEnded = false;
  private wake: () => void = () => {};

  push(step: Step): void {
    this.steps.push(step);
    this.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Step> {
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
