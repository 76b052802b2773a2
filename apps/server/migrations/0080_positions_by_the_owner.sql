-- After a failover the sequence of positions is moved on to the new timeline, which only its owner may do. The server's
-- role was refused, so no event got a position any more.
alter function next_event_position() security definer;
alter function next_event_position() set search_path = public, pg_temp;
