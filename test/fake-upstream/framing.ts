/** How a service writes its events into a body. */
export interface Framing {
  readonly headers: Readonly<Record<string, string>>;
  event(data: object | string, index: number): string;
  /** What comes after the last event of a whole answer. */
  readonly end: string;
  /** What comes after an error that breaks the answer off. */
  readonly close: string;
}

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};

/** Events that are data only. */
export function dataFraming(lineEnd: string, end: string): Framing {
  return {
    headers: EVENT_STREAM_HEADERS,
    event: (data) => `data: ${getText(data)}${lineEnd}${lineEnd}`,
    end,
    close: '',
  };
}

/** Events that have the name of their type. */
export const NAMED_EVENTS: Framing = {
  headers: EVENT_STREAM_HEADERS,
  event: (data) => {
    const name = typeof data === 'object' && 'type' in data ? `event: ${String(data.type)}\n` : '';
    return `${name}data: ${getText(data)}\n\n`;
  },
  end: '',
  close: '',
};

/** One JSON array, written element by element. */
export const JSON_ARRAY: Framing = {
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  event: (data, index) => `${index === 0 ? '[' : ',\r\n'}${getText(data)}`,
  end: ']',
  close: ']',
};

function getText(data: object | string): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
