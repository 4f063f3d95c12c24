export interface Beating {
  /**
   * Told the time since the last beat. A process that was held up for long is told less of it: others
   * must not be blamed for a silence in which nobody could have heard them.
   */
  beat(elapsedMs: number): void;
}

interface Rhythm {
  members: Set<Beating>;
  timer: NodeJS.Timeout;
}

const rhythms = new Map<number, Rhythm>();

/** Calls `beat` regularly until the member leaves. All members of one rhythm share one timer. */
export function joinRhythm(everyMs: number, member: Beating): void {
  const rhythm = rhythms.get(everyMs) ?? startRhythm(everyMs);
  rhythm.members.add(member);
}

export function leaveRhythm(everyMs: number, member: Beating): void {
  const rhythm = rhythms.get(everyMs);
  if (rhythm === undefined) return;
  rhythm.members.delete(member);
  if (rhythm.members.size > 0) return;
  clearInterval(rhythm.timer);
  rhythms.delete(everyMs);
}

function startRhythm(everyMs: number): Rhythm {
  const members = new Set<Beating>();
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const elapsedMs = Math.min(nowMs - lastMs, 2 * everyMs);
    lastMs = nowMs;
    for (const member of members) member.beat(elapsedMs);
  }, everyMs);
  const rhythm = { members, timer: timer.unref() };
  rhythms.set(everyMs, rhythm);
  return rhythm;
}
