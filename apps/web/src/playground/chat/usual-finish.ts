const USUAL = new Set(['stop', 'tool_calls', 'completed', 'end_turn', 'stop_sequence', 'tool_use', 'STOP']);

/** Whether a reply ended because the model had said what it wanted to, in the words of any format. */
export function isUsualFinish(finish: string): boolean {
  return USUAL.has(finish);
}
