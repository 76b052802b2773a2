-- Distance search, fuzzy search and case-insensitive keys rest on extensions that every PostgreSQL ships.
create extension if not exists cube;
create extension if not exists earthdistance;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists citext;
create extension if not exists pgcrypto;
create extension if not exists unaccent;

-- The great circle on the sphere that the specification counts with: 6371 km, not earthdistance's default.
create or replace function earth() returns float8
  language sql immutable parallel safe as $$ select 6371000::float8 $$;
