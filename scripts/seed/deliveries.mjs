import { WebhookOutbox } from '../../dist/libs/webhooks/src/index.js';
import { buildTaskPayload } from '../../dist/libs/video-tasks/src/task-payload.js';

const BETWEEN_ATTEMPTS_MS = 9_000;
const outbox = new WebhookOutbox();

/** The results of deliveries. Pending ones are due far in the future, so that no worker sends them. */
const ENDINGS = [
  { weight: 30, status: 'delivered', attempts: 1, lastStatus: 204 },
  { weight: 4, status: 'delivered', attempts: 3, lastStatus: 200 },
  { weight: 3, status: 'dead', attempts: 8, lastStatus: 500, error: 'status 500' },
  { weight: 2, status: 'dead', attempts: 8, error: 'connect ECONNREFUSED' },
  { weight: 2, status: 'pending', attempts: 4, lastStatus: 503, error: 'status 503' },
];

export async function seedDelivery(manager, task, random) {
  const event = `video.${task.status}`;
  await outbox.add(manager, {
    tokenId: task.tokenId,
    url: task.webhookUrl,
    event,
    subject: task.id,
    payload: buildTaskPayload(task),
  });
  const { status, attempts, lastStatus = null, error = null } = random.weighted(ENDINGS);
  const endedAt = new Date(task.finishedAt.getTime() + attempts * BETWEEN_ATTEMPTS_MS);
  await manager.query(
    `UPDATE webhook_deliveries SET status = $3, attempts = $4, last_status = $5, last_error = $6, created_at = $7,
       next_attempt_at = now() + interval '30 days', finished_at = $8
     WHERE subject = $1 AND event = $2`,
    [
      task.id,
      event,
      status,
      attempts,
      lastStatus,
      error,
      task.finishedAt,
      status === 'pending' ? null : endedAt,
    ],
  );
}
