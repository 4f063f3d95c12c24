import { type FinishReason, GatewayError, type StreamPart, type Usage } from '#canonical';
import { type Modality } from '../protocol/session-config.js';
import { Sentences } from './sentences.js';
import { type StepQueue } from './step-queue.js';

/** Far more than any model says in one answer; it only bounds what waits to be spoken. */
const MAX_CHARACTERS = 1_000_000;

interface Thought {
  text: string;
  isRedacted?: boolean;
}

/** Turns the chat model's stream into steps. */
export class ReplyReader {
  finish?: FinishReason;
  usage?: Usage;
  private readonly sentences?: Sentences;
  private readonly thoughts = new Map<number, Thought>();
  private characters = 0;

  constructor(
    private readonly steps: StepQueue,
    modality: Modality,
  ) {
    if (modality === 'audio') this.sentences = new Sentences();
  }

  read(part: StreamPart): void {
    // Only one answer was asked for.
    if ('choice' in part && part.choice !== 0) return;
    switch (part.type) {
      case 'text-delta':
      case 'refusal-delta':
        return this.readText(part.text);
      case 'tool-call-start':
        this.flush();
        return this.steps.push({ type: 'call-start', block: part.block, name: part.name });
      case 'tool-call-delta':
        this.count(part.arguments);
        return this.steps.push({ type: 'call-arguments', block: part.block, text: part.arguments });
      case 'tool-call-end':
        return this.steps.push({ type: 'call-end', block: part.block, signature: part.signature });
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.readThought(part);
      case 'prompt-block':
        this.finish = { kind: 'content-filter', raw: part.reason };
        return;
      case 'finish':
        this.finish = part.finish;
        return;
      case 'usage':
        this.usage = part.usage;
        return;
      case 'response-start':
        this.usage = part.usage ?? this.usage;
        return;
      default:
        // Where a block begins and ends is of no interest, and media of the model's own have no place in a session.
        return;
    }
  }

  /** The stream has ended. */
  end(): void {
    this.flush();
    this.steps.end();
  }

  private readText(text: string): void {
    this.count(text);
    const texts = this.sentences?.push(text) ?? [text];
    for (const complete of texts) this.steps.push({ type: 'text', text: complete });
  }

  private flush(): void {
    const rest = this.sentences?.flush();
    if (rest !== undefined) this.steps.push({ type: 'text', text: rest });
  }

  private readThought(part: StreamPart & { type: `reasoning-${string}`; block: number }): void {
    if (part.type === 'reasoning-start') {
      this.thoughts.set(part.block, { text: '', ...(part.isRedacted ? { isRedacted: true } : {}) });
      return;
    }
    const thought = this.thoughts.get(part.block) ?? { text: '' };
    if (part.type === 'reasoning-delta') {
      this.count(part.text);
      thought.text += part.text;
      this.thoughts.set(part.block, thought);
      return;
    }
    this.thoughts.delete(part.block);
    const signature = part.signature ? { signature: part.signature } : {};
    this.steps.push({ type: 'thought', part: { type: 'reasoning', ...thought, ...signature } });
  }

  private count(text: string): void {
    this.characters += text.length;
    if (this.characters <= MAX_CHARACTERS) return;
    throw new GatewayError('upstream-too-large', 'The answer of the model is too long for a session.');
  }
}
