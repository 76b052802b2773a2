-- A traced transaction sets nukkad.traceparent for itself (docs/decisions/0110). Its jobs carry it in their payload, also
-- those that triggers queue: queue_job, which the grants define, calls this function.
create function traced_payload(payload json) returns json language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when current_setting('nukkad.traceparent', true) > ''
    then (payload::jsonb || jsonb_build_object('traceparent', current_setting('nukkad.traceparent', true)))::json
    else payload end
$$;
