-- The rights of a session at stores, as staff, or in the name of another person; `openSession` reads them. A customer's
-- own session and a rider's need none of them. It is a function so that their calls do not pay for its subqueries, which
-- PostgreSQL prepares even where it does not run them.
create function session_rights(session sessions) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
             'own_stores', (select coalesce(jsonb_agg(m.store_id), '[]') from store_members m
                             where session.audience = 'store-owner' and m.user_id = session.user_id and m.role = 'owner'),
             'jobs', e.jobs,
             'was_employed', e.was_employed,
             'as_owner', (
               select jsonb_build_object('id', o.id, 'until', session.as_owner_until, 'stores', (
                        select coalesce(jsonb_agg(m.store_id), '[]') from store_members m where m.user_id = o.id and m.role = 'owner'))
                 from users o
                where o.id = session.as_owner_id and session.as_owner_until > now() and o.is_active and o.deleted_at is null
                  and array(select r.role from user_roles r where r.user_id = o.id) @> '{store_owner}'
                  and not array(select r.role from user_roles r where r.user_id = o.id) && '{staff,admin}'),
             'caller_stores', case
               when session.audience = 'customer' and session.acting_staff_id is not null and w.staff_role is null
                and exists (select from user_roles r where r.user_id = session.acting_staff_id and r.role = 'store_owner')
                and exists (select from settings where key = 'allowStoreOwnersPlaceLoginOrders' and value = 'true')
               then (select coalesce(jsonb_agg(m.store_id), '[]') from store_members m
                      where m.user_id = session.acting_staff_id and m.role = 'owner') end,
             'staff_role', w.staff_role,
             'is_staff_active', coalesce(w.is_staff_active, false),
             'permissions', coalesce(w.permissions, '{}'))
      from (values (1)) as one
      left join lateral (
        select (select r.role from user_roles r where r.user_id = m.id and r.role in ('admin', 'staff') order by r.role limit 1) as staff_role,
               m.is_active and m.deleted_at is null as is_staff_active,
               array(select p.permission from staff_permissions p where p.user_id = m.id) as permissions
          from users m where m.id = coalesce(session.acting_staff_id, case session.audience when 'staff' then session.user_id end)
      ) w on true
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('storeId', e.store_id, 'role', e.role) order by e.store_id)
                          filter (where e.until is null), '[]') as jobs, count(*) > 0 as was_employed
          from store_employees e where session.audience = 'store-owner' and e.user_id = session.user_id
      ) e);
end $$;
