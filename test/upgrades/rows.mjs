/**
 * Rows of tables that the programs write only in an incident, after some time, or with settings that older versions
 * lack.
 */
export const ROWS = {
  orphan_watch: `INSERT INTO orphan_watch (task_id, account, reason, watch_until)
    VALUES ('video_lost', 'token:lost', 'the process died', now() + interval '1 day')`,
  budget_thresholds: `INSERT INTO budget_thresholds (account, percent) VALUES ('global', 50)`,
  budget_slots: `INSERT INTO budget_slots (account, slot_start, amount) VALUES ('owner:former@5h', date_trunc('hour', now()), 0)`,
  channel_states: `INSERT INTO channel_states (id, channel_id, upstream_model, state, reason, times, until, updated_at, reported_by)
    VALUES (gen_random_uuid(), 'removed', 'sandbox-chat', 'open', 'failures', 1, now(), now(), 'api')`,
  settings: `INSERT INTO settings (id, value) VALUES ('usage.retentionDays', '90')`,
  usage_hours: `INSERT INTO usage_hours (hour, token, owner, model, channel, operation, requests, errors, cache_hits, estimated,
      input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, audio_input_tokens,
      audio_output_tokens, image_input_tokens, images, audio_ms, video_ms, characters, search_units, cost_micro_usd, unpriced,
      duration_ms, first_byte_ms, first_bytes)
    SELECT date_trunc('hour', now() - interval '2 hours'), id, id, id, id, id, 1, 0, 0, 0,
      10, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0, 40, 10, 1 FROM usage_names ORDER BY id LIMIT 1`,
  known_networks: `INSERT INTO known_networks (user_id, network, last_sign_in_at) SELECT id, '127.0.0.0/24', now() FROM users`,
  storage_use: `INSERT INTO storage_use (owner, kind, items, bytes) VALUES ('former', 'responses', 1, 100)`,
  model_facts: `INSERT INTO model_facts (id, facts) VALUES ('sandbox/none', '{}')`,
  recorded_contents: `INSERT INTO recorded_contents (request_id, token_id, owner, content, size_bytes, recorded_at, expires_at)
    VALUES ('req_none', gen_random_uuid(), 'former', '\\x00', 1, now(), now() + interval '1 day')`,
  config_overrides: `INSERT INTO config_overrides (entry_id, kind, enabled, declared, set_by)
    VALUES (gen_random_uuid(), 'token', false, true, 'admin')`,
  refused_requests: `INSERT INTO refused_requests (started_at, id, is_streamed, outcome, duration_ms)
    VALUES (now(), gen_random_uuid(), false, 'unknown-token', 1)`,
  refusal_counts: `INSERT INTO refusal_counts (hour, token_id, owner, outcome, process, refusals)
    VALUES (date_trunc('hour', now()), '', '', 'unknown-token', gen_random_uuid(), 1)`,
  stored_response_items: `INSERT INTO stored_response_items (owner, response_id, position, item_id, is_input, content, created_at)
    SELECT owner, id, 0, 'msg_former', true, '\\x00', created_at - interval '1 day' FROM stored_responses LIMIT 1`,
  stored_response_item_groups: `INSERT INTO stored_response_item_groups
      (owner, response_id, position, item_ids, is_input, content, created_at)
    SELECT owner, id, 0, '{msg_former}', true, '\\x00', created_at - interval '1 day' FROM stored_responses LIMIT 1`,
  response_spools: `INSERT INTO response_spools (id, host, seen_at) VALUES (gen_random_uuid(), 'former', now())`,
  exports: `INSERT INTO exports (name, kind, position) VALUES ('former', 'requests', 0)`,
};
