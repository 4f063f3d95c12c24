import { type FinishReason, GatewayError, type StreamPart, type Usage } from '#canonical';
import { type Modality } from '../protocol/session-config.js';
import { Sentences } from './sentences.js';
import { type StepQueue } from './step-queue.js';

/** Far more than any response. It limits the text that waits to be spoken. */
const MAX_CHARACTERS = 1_000_000;

interface ReasoningBlock {
  text: string;
  isRedacted?: boolean;
}

/** Converts the stream of the chat model to output steps. */
export class ReplyReader {
  finish?: FinishReason;
  usage?: Usage;
  private readonly sentences?: Sentences;
  private readonly reasoning = new Map<number, ReasoningBlock>();
  private characters = 0;

  constructor(
    private readonly steps: StepQueue,
    modality: Modality,
  ) {
    if (modality === 'audio') this.sentences = new Sentences();
  }

  read(part: StreamPart): void {
    // Only one choice was requested.
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
        return this.readReasoning(part);
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
        // The boundaries of blocks are not needed, and media of the model cannot be sent in a session.
        return;
    }
  }

  /** Called at the end of the stream. */
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

  private readReasoning(part: StreamPart & { type: `reasoning-${string}`; block: number }): void {
    if (part.type === 'reasoning-start') {
      this.reasoning.set(part.block, { text: '', ...(part.isRedacted ? { isRedacted: true } : {}) });
      return;
    }
    const block = this.reasoning.get(part.block) ?? { text: '' };
    if (part.type === 'reasoning-delta') {
      this.count(part.text);
      block.text += part.text;
      this.reasoning.set(part.block, block);
      return;
    }
    this.reasoning.delete(part.block);
    const signature = part.signature ? { signature: part.signature } : {};
    this.steps.push({ type: 'reasoning', part: { type: 'reasoning', ...block, ...signature } });
  }

  private count(text: string): void {
    this.characters += text.length;
    if (this.characters <= MAX_CHARACTERS) return;
    throw new GatewayError('upstream-too-large', 'The response of the model is too long for a session.');
  }
}
