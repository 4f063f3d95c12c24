export interface HeartbeatMember {
  /**
   * Called with the time since the last beat. After a stall of this process, the time is capped, because a peer must
   * not be closed for silence while it was not read.
   */
  beat(elapsedMs: number): void;
}

interface Heartbeat {
  members: Set<HeartbeatMember>;
  timer: NodeJS.Timeout;
}

const heartbeats = new Map<number, Heartbeat>();

/** Calls `beat` at this interval until the member leaves. All members of one interval share one timer. */
export function joinHeartbeat(everyMs: number, member: HeartbeatMember): void {
  const heartbeat = heartbeats.get(everyMs) ?? startHeartbeat(everyMs);
  heartbeat.members.add(member);
}

export function leaveHeartbeat(everyMs: number, member: HeartbeatMember): void {
  const heartbeat = heartbeats.get(everyMs);
  if (heartbeat === undefined) return;
  heartbeat.members.delete(member);
  if (heartbeat.members.size > 0) return;
  clearInterval(heartbeat.timer);
  heartbeats.delete(everyMs);
}

function startHeartbeat(everyMs: number): Heartbeat {
  const members = new Set<HeartbeatMember>();
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const elapsedMs = Math.min(nowMs - lastMs, 2 * everyMs);
    lastMs = nowMs;
    for (const member of members) member.beat(elapsedMs);
  }, everyMs);
  const heartbeat = { members, timer: timer.unref() };
  heartbeats.set(everyMs, heartbeat);
  return heartbeat;
}
