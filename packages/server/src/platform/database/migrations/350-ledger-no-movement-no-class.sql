-- A balance of zero that was zero has not moved: by a threshold of percentages alone it was critical, because from nothing every movement is 100 %.
create or replace function materiality(balance numeric, reference numeric, t threshold, risk char(1)) returns text language plpgsql immutable as $$
declare
  was numeric := coalesce(reference, 0);
  moved numeric := abs(balance - was);
  amounts numeric := moved / (t.amount * case risk when 'A' then t.factor_a when 'B' then t.factor_b else t.factor_m end);
  percents numeric := case when was = 0 then 100 else abs(balance - reference) / abs(reference) * 100 end / t.percent;
  times numeric := case t.base when 'MONTO' then amounts when 'PORCENTAJE' then percents
    when 'AMBOS_Y' then least(amounts, case when was <> 0 then percents end)
    else greatest(amounts, case when was <> 0 then percents end) end;
begin
  return case
    when moved = 0 then 'no_material'
    when risk = 'A' and sign(balance) * sign(was) < 0 then 'critica'
    when times >= 3 then 'critica' when times >= 1 then 'material' when times * 100 >= t.trivial then 'menor' else 'no_material' end;
end $$;
