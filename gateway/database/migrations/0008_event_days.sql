-- needs: 0001_administrators
-- Written by hand: drizzle-kit knows no partitions. The events so far become the first partition, where they stay until
-- they are old. Programs of the release before read and write the table as before.
ALTER TABLE "analytics_events" DROP CONSTRAINT "analytics_events_pkey";
--> statement-breakpoint
-- squawk-ignore renaming-table
ALTER TABLE "analytics_events" RENAME TO "analytics_events_before";
--> statement-breakpoint
ALTER INDEX "analytics_events_unsummed" RENAME TO "analytics_events_before_unsummed";
--> statement-breakpoint
ALTER INDEX "analytics_events_age" RENAME TO "analytics_events_before_age";
--> statement-breakpoint
ALTER INDEX "analytics_events_page" RENAME TO "analytics_events_before_page";
--> statement-breakpoint
ALTER INDEX "analytics_events_account" RENAME TO "analytics_events_before_account";
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" bigint DEFAULT nextval('analytics_events_id_seq') NOT NULL,
	"code" text NOT NULL,
	"page" text NOT NULL,
	"data" jsonb NOT NULL,
	"session_id" text NOT NULL,
	"anonymous_id" text NOT NULL,
	"account_id" integer,
	"event_at" timestamp (3) with time zone NOT NULL,
	"summed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_events_id_created_at_pk" PRIMARY KEY("id","created_at"),
	CONSTRAINT "analytics_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE INDEX "analytics_events_unsummed" ON "analytics_events" USING btree ("id") WHERE not "summed";
--> statement-breakpoint
CREATE INDEX "analytics_events_age" ON "analytics_events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "analytics_events_page" ON "analytics_events" USING btree ("page","code","created_at");
--> statement-breakpoint
CREATE INDEX "analytics_events_account" ON "analytics_events" USING btree ("account_id");
--> statement-breakpoint
ALTER SEQUENCE "analytics_events_id_seq" OWNED BY "analytics_events"."id";
--> statement-breakpoint
-- For events of days that have no partition, so that no event is refused.
CREATE TABLE "analytics_events_rest" PARTITION OF "analytics_events" DEFAULT;
--> statement-breakpoint
DO $$
DECLARE
	until timestamptz;
BEGIN
	SELECT date_trunc('day', greatest(now(), max(created_at)), 'UTC') + interval '24 hours' INTO until FROM analytics_events_before;
	IF EXISTS (SELECT FROM analytics_events_before) THEN
		EXECUTE format('ALTER TABLE analytics_events ATTACH PARTITION analytics_events_before FOR VALUES FROM (MINVALUE) TO (%L)', until);
	ELSE
		DROP TABLE analytics_events_before;
	END IF;
END $$;
--> statement-breakpoint
-- The partitions but the default one; `since` is null where there is no lower bound.
CREATE FUNCTION "event_days"() RETURNS TABLE (name text, since timestamptz, until timestamptz) LANGUAGE sql STABLE AS $$
	SELECT c.relname::text,
		substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz,
		substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
	FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN pg_get_expr(c.relpartbound, c.oid) AS bound
	WHERE i.inhparent = 'public.analytics_events'::regclass AND bound <> 'DEFAULT'
$$;
--> statement-breakpoint
-- Makes the partitions from a day to some days ahead, without those that are there. A day of which the default partition
-- has events gets none. It runs with the rights of the tables' owner, because the gateway's role may own no tables.
CREATE FUNCTION "add_event_days"(today timestamptz, ahead integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
	SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
	day timestamptz;
	next timestamptz;
BEGIN
	FOR number IN 0..ahead LOOP
		day := date_trunc('day', today, 'UTC') + make_interval(hours => 24 * number);
		next := day + interval '24 hours';
		CONTINUE WHEN EXISTS (SELECT FROM event_days() d WHERE d.until > day AND (d.since IS NULL OR d.since < next))
			OR EXISTS (SELECT FROM analytics_events_rest e WHERE e.created_at >= day AND e.created_at < next);
		EXECUTE format('CREATE TABLE %I PARTITION OF analytics_events FOR VALUES FROM (%L) TO (%L)',
			'analytics_events_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD'), day, next);
	END LOOP;
END $$;
--> statement-breakpoint
-- Drops the partitions that end by a time, and those whose events all have ids up to `last`. One that has events which
-- the sums do not include yet stays. The table is locked before that is looked up, so that no event comes in between.
CREATE FUNCTION "drop_event_days"(before timestamptz, last bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
	SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
	day record;
	found boolean;
	dropped integer := 0;
BEGIN
	FOR day IN SELECT * FROM event_days() ORDER BY until LOOP
		IF day.until > before THEN
			EXECUTE format('SELECT max(id) <= $1 FROM %I', day.name) INTO found USING last;
			CONTINUE WHEN found IS NOT TRUE;
		END IF;
		LOCK TABLE ONLY analytics_events IN ACCESS EXCLUSIVE MODE;
		EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE NOT summed)', day.name) INTO found;
		CONTINUE WHEN found;
		EXECUTE format('DROP TABLE %I', day.name);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
END $$;
--> statement-breakpoint
SELECT add_event_days(now(), 7);
