import { type RouteHints } from '../route-hints.js';

/** How chunks are told apart on the wire. */
export interface StreamFraming {
  chunk(json: string): string;
  end(): string;
}

/** Every SDK does; the bare address answers with one JSON array. */
export function asksForEvents({ query = {} }: RouteHints): boolean {
  const { alt } = query;
  return typeof alt === 'string' && alt.toLowerCase() === 'sse';
}

export function createFraming(hints: RouteHints): StreamFraming {
  return asksForEvents(hints) ? eventFraming : new ArrayFraming();
}

/** Clients of this format stumble over event names, comments and end marks: there is nothing but data. */
export const eventFraming: StreamFraming = {
  chunk: (json) => `data: ${json}\n\n`,
  end: () => '',
};

/** One JSON array, an element at a time. */
class ArrayFraming implements StreamFraming {
  private hasElements = false;

  chunk(json: string): string {
    const lead = this.hasElements ? ',\n' : '[';
    this.hasElements = true;
    return lead + json;
  }

  end(): string {
    return this.hasElements ? ']' : '[]';
  }
}
