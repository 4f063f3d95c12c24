import { type AssistantPart } from './assistant-part.js';
import { type ChatResponse, type Choice } from './chat-response.js';
import { type StreamPart } from './stream-part.js';

/** Builds the complete response from its stream: the inverse of `streamResponse`. */
export function collectResponse(parts: Iterable<StreamPart>): ChatResponse {
  const collector = new ResponseCollector();
  for (const part of parts) collector.add(part);
  return collector.response;
}

class ResponseCollector {
  readonly response: ChatResponse = { id: '', model: '', createdAtSeconds: 0, choices: [] };
  private readonly blocks = new Map<string, AssistantPart>();

  add(part: StreamPart): void {
    switch (part.type) {
      case 'response-start': {
        const { type: _type, ...head } = part;
        Object.assign(this.response, head);
        return;
      }
      case 'prompt-block':
        this.response.promptBlock = { reason: part.reason };
        return;
      case 'usage':
        this.response.usage = part.usage;
        return;
      case 'finish':
        this.choice(part.choice).finish = part.finish;
        return;
      case 'media':
        this.open(part, part.part);
        return;
      default:
        this.addToBlock(part);
    }
  }

  private addToBlock(
    part: Exclude<StreamPart, { type: 'response-start' | 'prompt-block' | 'usage' | 'finish' | 'media' }>,
  ): void {
    switch (part.type) {
      case 'text-start':
        return this.open(part, { type: 'text', text: '' });
      case 'refusal-start':
        return this.open(part, { type: 'refusal', text: '' });
      case 'reasoning-start':
        return this.open(part, {
          type: 'reasoning',
          text: '',
          ...(part.isRedacted ? { isRedacted: true } : {}),
        });
      case 'tool-call-start':
        return this.open(part, { type: 'tool-call', id: part.id, name: part.name, arguments: '' });
      case 'text-delta':
        if (part.logprobs)
          this.choice(part.choice).logprobs = [
            ...(this.choice(part.choice).logprobs ?? []),
            ...part.logprobs,
          ];
        return this.append(part, part.text);
      case 'refusal-delta':
      case 'reasoning-delta':
        return this.append(part, part.text);
      case 'tool-call-delta':
        return this.append(part, part.arguments);
      case 'text-end':
        return this.close(part, part.citations ? { citations: part.citations } : {});
      case 'reasoning-end':
      case 'tool-call-end':
        return this.close(part, part.signature ? { signature: part.signature } : {});
      case 'refusal-end':
        return this.close(part, {});
    }
  }

  private open(place: { choice: number; block: number }, block: AssistantPart): void {
    this.blocks.set(`${place.choice} ${place.block}`, block);
    this.choice(place.choice).content.push(block);
  }

  private append({ choice, block }: { choice: number; block: number }, text: string): void {
    const open = this.blocks.get(`${choice} ${block}`);
    if (open === undefined) return;
    if (open.type === 'tool-call') open.arguments += text;
    else if ('text' in open) open.text += text;
  }

  private close({ choice, block }: { choice: number; block: number }, rest: object): void {
    const open = this.blocks.get(`${choice} ${block}`);
    if (open === undefined) return;
    Object.assign(open, rest);
    if (open.type === 'tool-call' && open.arguments.trim() === '') open.arguments = '{}';
  }

  private choice(index: number): Choice {
    let choice = this.response.choices.find((one) => one.index === index);
    if (choice === undefined) {
      choice = { index, content: [], finish: { kind: 'other' } };
      this.response.choices.push(choice);
      this.response.choices.sort((left, right) => left.index - right.index);
    }
    return choice;
  }
}
