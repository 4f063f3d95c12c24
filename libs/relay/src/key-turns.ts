import { type Channel } from '#catalog';

/** Several keys of one channel take turns. */
export class KeyTurns {
  private readonly turns = new Map<string, number>();

  next({ id, apiKeys }: Channel): string | undefined {
    const turn = this.turns.get(id) ?? 0;
    this.turns.set(id, turn + 1);
    return apiKeys[turn % Math.max(apiKeys.length, 1)];
  }
}
